FROM python:3.13-slim

WORKDIR /srv/masuno
COPY requirements.txt requirements-push.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt -r requirements-push.txt
COPY . .
RUN useradd --system masuno && mkdir var && chown masuno var && \
    MASUNO_VAR=/tmp/build python manage.py collectstatic --noinput && rm -rf /tmp/build

USER masuno
ENV MASUNO_BIND=0.0.0.0 PYTHONUNBUFFERED=1
EXPOSE 8000
CMD ["python", "-m", "masuno_site.server"]
